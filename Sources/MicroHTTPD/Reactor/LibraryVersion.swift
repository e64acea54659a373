internal import CMicroHTTPD

/// The version of libmicrohttpd at run time, which the system may have updated since the build.
package enum LibraryVersion {
    package static var text: String { String(cString: MHD_get_version()) }
}
