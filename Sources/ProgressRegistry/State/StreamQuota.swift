package import Platform

/// Counts streams and waiting requests, in all and by client, and refuses those above the limits.
package struct StreamQuota {
    private(set) var count = 0
    private var byNetwork: [PeerAddress: Int] = [:]

    package enum Refusal: Error {
        case tooMany(limit: Int)
        case tooManyOfOnePeer(limit: Int)
    }

    package mutating func enter(_ peer: PeerAddress, limit: Int, peerLimit: Int) throws(Refusal) {
        if count >= limit { throw .tooMany(limit: limit) }
        if byNetwork[peer.network, default: 0] >= peerLimit { throw .tooManyOfOnePeer(limit: peerLimit) }
        count += 1
        byNetwork[peer.network, default: 0] += 1
    }

    package mutating func leave(_ peer: PeerAddress) {
        guard let present = byNetwork[peer.network] else { return }
        count -= 1
        byNetwork[peer.network] = present == 1 ? nil : present - 1
    }
}
