internal import CMicroHTTPD

/// Which libmicrohttpd runs; another than the one that was built with, where the system has replaced it.
package enum LibraryVersion {
    package static var text: String { String(cString: MHD_get_version()) }
}
