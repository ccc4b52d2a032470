internal import MockAPICore

extension NamedPattern<MultiValuePattern> {
    /// A plain equality compares the bytes as they came, but for those that are escaped.
    func matchesQuery(of subject: MatchSubject) -> Bool {
        guard case .any(.equalTo(var text, ignoringCase: false)) = pattern else {
            return pattern.matches(subject.queryValues(name), log: subject.log)
        }
        guard let query = subject.request.target.query else { return false }
        var name = name
        var isEqual = false
        subject.request.head.withUnsafeBufferPointer { head in
            name.withUTF8 { name in
                text.withUTF8 { text in
                    QueryPair.forEachPiece(of: UnsafeBufferPointer(rebasing: head[query])) { piece in
                        isEqual = piece.isNamed(name) && piece.withValue { ByteText.equal($0, text) }
                        return !isEqual
                    }
                }
            }
        }
        return isEqual
    }

    func matchesForm(of subject: MatchSubject) -> Bool {
        pattern.matches(subject.formValues(name), log: subject.log)
    }

    /// A plain equality compares the bytes as they came, without making texts of them.
    func matchesHeader(of subject: MatchSubject) -> Bool {
        guard case .any(.equalTo(var text, ignoringCase: false)) = pattern else {
            return pattern.matches(subject.headerValues(name), log: subject.log)
        }
        let request = subject.request
        var name = name
        let (isEqual, mayBeLatin1) = request.head.withUnsafeBufferPointer { head in
            name.withUTF8 { name in
                text.withUTF8 { text in
                    var mayBeLatin1 = false
                    for field in request.fields where field.name.count == name.count {
                        guard ByteText.equalIgnoringCase(ByteText.part(head, field.name), name) else { continue }
                        let value = ByteText.part(head, field.value)
                        if ByteText.equal(value, text) { return (true, false) }
                        mayBeLatin1 = mayBeLatin1 || value.contains { $0 >= 0x80 }
                    }
                    return (false, mayBeLatin1)
                }
            }
        }
        return isEqual || mayBeLatin1 && pattern.matches(subject.headerValues(self.name), log: subject.log)
    }
}

extension NamedPattern<ValuePattern> {
    /// Some cookie of the name matches; where there is none, the pattern looks at an absent value.
    func matchesCookie(of subject: MatchSubject) -> Bool {
        MultiValuePattern.any(pattern).matches(subject.cookieValues(name), log: subject.log)
    }
}
