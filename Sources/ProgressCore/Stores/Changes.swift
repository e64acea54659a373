/// Everything that mutations have touched since this was last taken: for streams, which announce it.
package struct Changes: Sendable {
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Counts, fraction, descriptions, rate: everything that a bar needs.
        package static let progress = Kinds(rawValue: 1 << 0)
        /// Members that only a full snapshot shows.
        package static let details = Kinds(rawValue: 1 << 1)
        /// Cancelled, paused, resumed, finished, failed, stalled, and back.
        package static let state = Kinds(rawValue: 1 << 2)
        /// It joined a parent: created below one, or attached.
        package static let joined = Kinds(rawValue: 1 << 3)
        /// A new root.
        package static let created = Kinds(rawValue: 1 << 4)
        /// New, below the top of a tree that was created at once.
        package static let createdBelow = Kinds(rawValue: 1 << 5)
        /// Below a root that joined a parent: its root and depth have changed.
        package static let moved = Kinds(rawValue: 1 << 6)

        /// It is new, or has another place: selections of streams may have changed.
        package var isMove: Bool { !isDisjoint(with: [.joined, .created, .createdBelow, .moved]) }
    }

    package struct Touch: Sendable {
        package let id: ProgressID
        package let index: NodeIndex
        package var kinds: Kinds
        /// The stamp of the change that touched it.
        package let stamp: UInt64

        package init(id: ProgressID, index: NodeIndex, kinds: Kinds, stamp: UInt64) {
            self.id = id
            self.index = index
            self.kinds = kinds
            self.stamp = stamp
        }

        /// The node was not known before. A root that was attached has `details` too.
        package var isNew: Bool {
            !kinds.isDisjoint(with: [.created, .createdBelow])
                || (kinds.contains(.joined) && !kinds.contains(.details))
        }
    }

    /// A node that went away, or left the roots, or a root whose labels, file URL or name changed.
    package struct Departure: Sendable {
        package enum Kind: Sendable {
            /// The top of a removed subtree.
            case removed
            /// Below a removed top, and watched by its own id, or known by a name.
            case removedBelow
            /// A root that joined a parent.
            case joined
            /// A root with other labels, another file URL or another name than before.
            case relabelled
        }

        package let kind: Kind
        package let id: ProgressID
        /// Its place in the store; `.none` where that is not known.
        package var place = NodeIndex.none
        package let parentID: ProgressID?
        /// The details before the change.
        package var details: DetailsBox?
        /// For a node that was removed below a root: that root's.
        package var rootDetails: DetailsBox?
        /// For a root that was relabelled: the details since then.
        package var newDetails: DetailsBox?
        /// The name in `details` already meant another node, or none.
        package var hasLostName = false
        package let stamp: UInt64
        /// The node's last moment, where the same change had touched it: for its last `progress` and `state`.
        package var last: (snapshot: ProgressSnapshot, kinds: Kinds)?
        /// The node at each change of its state before that, where a group was adopted.
        package var moments: [ProgressSnapshot] = []
        /// It came and went within a group that was adopted, and nothing else is known of it. Only a reader that comes
        /// from another replica may know it.
        package var isOfUnknown = false
        /// Other kinds of change to a root that joined a parent, where a group was adopted.
        package var kinds: Kinds = []
    }

    /// A node at a change of its state, where a group was adopted.
    package struct Moment: Sendable {
        package let id: ProgressID
        package let index: NodeIndex
        package let snapshot: ProgressSnapshot
    }

    /// A name that means another node than before. When a node is removed, its name becomes free, without such an
    /// entry.
    package struct NameMove: Sendable {
        package let name: String
        /// The node that lost it and still shows it; nil if the name was free.
        package let from: ProgressID?
        /// Nil if the name is free now, which readers learn only when they return.
        package let to: ProgressID?
        /// The node was created with it.
        package let isOfNew: Bool
        package let stamp: UInt64

        package init(name: String, from: ProgressID?, to: ProgressID?, isOfNew: Bool, stamp: UInt64) {
            self.name = name
            self.from = from
            self.to = to
            self.isOfNew = isOfNew
            self.stamp = stamp
        }
    }

    package var touches: [Touch] = []
    package var departures: [Departure] = []
    /// Free names that new nodes take are noted only while touches are.
    package var nameMoves: [NameMove] = []

    /// Changes of states within a group that was adopted, the last of each node included, in order.
    package var moments: [Moment] = []
    /// The newest stamp before the group that was adopted; nil: these are the tree's own changes. When something
    /// happened within the group is not known. So the present readers are promised nothing of it before they have all
    /// of it, and departures have its last stamp: a reader that returns gets them, wherever in the group it was.
    package var adoptedAfter: UInt64?

    /// After a larger change the memory goes back: reactors may hold its touches for a while.
    private static let keptCapacity = 4_096

    package var isEmpty: Bool { touches.isEmpty && departures.isEmpty && nameMoves.isEmpty }

    package mutating func removeAll() {
        touches.removeAll(keepingCapacity: touches.count <= Self.keptCapacity)
        departures.removeAll(keepingCapacity: true)
        nameMoves.removeAll(keepingCapacity: true)
        if adoptedAfter != nil {
            moments = []
            adoptedAfter = nil
        }
    }
}

extension ProgressDetails {
    /// The kinds of change that a watcher must be sent when `other` became this.
    func difference(from other: ProgressDetails) -> Changes.Kinds {
        if self == other { return [] }
        var alike = other
        alike.fileTotalCount = fileTotalCount
        alike.fileCompletedCount = fileCompletedCount
        alike.estimatedTimeRemaining = estimatedTimeRemaining
        alike.throughput = throughput
        alike.localizedDescription = localizedDescription
        alike.localizedAdditionalDescription = localizedAdditionalDescription
        return alike == self ? .progress : .details
    }
}
