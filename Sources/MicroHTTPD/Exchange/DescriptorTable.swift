/// Objects by the number of their descriptor. It holds no reference: what closes a descriptor takes it out first.
struct DescriptorTable<Item: AnyObject> {
    private var items: [Unmanaged<Item>?] = []

    subscript(descriptor: Int32) -> Item? {
        get {
            let place = Int(descriptor)
            return place < items.count ? items[place]?.takeUnretainedValue() : nil
        }
        set {
            let place = Int(descriptor)
            if place >= items.count {
                items += Array(repeating: nil, count: max(place + 1, items.count * 2) - items.count)
            }
            items[place] = newValue.map { .passUnretained($0) }
        }
    }
}
