/// Settings that belong together in the help.
protocol SettingGroup {
    static var settings: [Setting] { get }
}
