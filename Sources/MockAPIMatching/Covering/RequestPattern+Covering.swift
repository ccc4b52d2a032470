internal import MockAPICore

extension RequestPattern {
    /// Whether every request that matches `other` certainly matches this pattern as well.
    ///
    /// `true` is proven; `false` says only that there is no simple proof.
    package func covers(_ other: RequestPattern) -> Bool {
        guard method.covers(other.method), url.covers(other.url) else { return false }
        if let port, other.port != port { return false }
        if let basicAuth, other.basicAuth != basicAuth { return false }
        return ValuePattern.covers(host, other.host) && ValuePattern.covers(scheme, other.scheme)
            && ValuePattern.covers(clientIP, other.clientIP)
            && pathParameters.allSatisfy { coversPathParameter($0, of: other) }
            && queryParameters.allSatisfy { coversQuery($0, of: other) }
            && headers.allSatisfy { condition in
                condition.pattern.isAlwaysMet
                    || other.headers.contains { named in
                        HTTPToken.equalsIgnoringCase(named.name.utf8, condition.name.utf8)
                            && condition.pattern.covers(named.pattern)
                    }
            }
            && cookies.allSatisfy { condition in
                condition.pattern.isAlwaysMet
                    || other.cookies.contains { named in
                        ByteText.equal(named.name, condition.name)
                            && MultiValuePattern.any(condition.pattern).covers(.any(named.pattern))
                    }
            }
            && formParameters.allSatisfy { condition in
                condition.pattern.isAlwaysMet
                    || other.formParameters.contains { named in
                        ByteText.equal(named.name, condition.name) && condition.pattern.covers(named.pattern)
                    }
            }
            && bodyPatterns.allSatisfy { pattern in
                pattern.isAlwaysMet || other.bodyPatterns.contains { pattern.covers($0) }
            }
    }

    private func coversQuery(_ condition: NamedPattern<MultiValuePattern>, of other: RequestPattern) -> Bool {
        if condition.pattern.isAlwaysMet { return true }
        if case .url(let wanted) = other.url {
            // The whole query is given.
            let query = wanted.normalized.drop { $0 != UInt8(ascii: "?") }.dropFirst()
            let values = QueryPair.parse(query).filter { ByteText.equal($0.name, condition.name) }.map(\.value)
            if condition.pattern.matches(values) { return true }
        }
        return other.queryParameters.contains { named in
            ByteText.equal(named.name, condition.name) && condition.pattern.covers(named.pattern)
        }
    }

    private func coversPathParameter(_ condition: NamedPattern<ValuePattern>, of other: RequestPattern) -> Bool {
        guard case .urlPathTemplate(let template) = url,
            let place = template.parameterNames.firstIndex(where: { ByteText.equal($0, condition.name) })
        else { return false }
        if condition.pattern.isAlwaysMet { return true }
        if let path = other.url.fixedPath {
            return template.match(path).map { condition.pattern.matches($0[place].value) } ?? false
        }
        // With the same fixed parts in both templates, a place has one value whatever it is called.
        guard case .urlPathTemplate(let otherTemplate) = other.url, template.isLike(otherTemplate),
            otherTemplate.parameterNames.indices.contains(place)
        else { return false }
        let name = otherTemplate.parameterNames[place]
        return other.pathParameters.contains { named in
            ByteText.equal(named.name, name) && condition.pattern.covers(named.pattern)
        }
    }
}

extension MethodPattern {
    /// Whether every method that matches `other` matches this pattern as well.
    func covers(_ other: MethodPattern) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (.noneOf(let unwanted), .any): unwanted.isEmpty
        case (.noneOf(let unwanted), .noneOf(let others)): unwanted.allSatisfy { others.contains($0) }
        case (_, .one(let method)): matches(method)
        case (_, .oneOf(let methods)): methods.allSatisfy { matches($0) }
        case (.one, .any), (.one, .noneOf), (.oneOf, .any), (.oneOf, .noneOf): false
        }
    }
}
