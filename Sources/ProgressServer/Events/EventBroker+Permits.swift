import MicroHTTPD

extension EventBroker {
    /// Ends streams whose grant, session or token has ended, and has waiting requests asked again, which refuses them.
    ///
    /// Twice a second: what ends is over for its readers within a second.
    /// - Returns: when it looks again.
    func endUnpermitted() -> UInt64 {
        if subscriptions.isEmpty && parked.isEmpty { return .max }
        if now < nextPermitCheck { return nextPermitCheck }
        nextPermitCheck = now + 500_000_000
        let moment = clock.now()
        for subscription in subscriptions.values where subscription.permit?.isOver(at: moment) == true {
            subscription.socket.finish()
            close(subscription)
        }
        for parking in parked.values where parking.permit?.isOver(at: moment) == true { parking.exchange.resume() }
        return nextPermitCheck
    }
}
