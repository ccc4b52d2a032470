/// What is decided where other tools disagree, or where a case needs more than stubs can do so far.
enum WireMockDecisions {
    /// The areas that request patterns have to do with.
    static let areas: Set<String> = [
        "method", "url", "query", "headers", "cookies", "auth", "body-text", "body-json", "form", "logic", "priority",
        "unmatched",
    ]

    /// Uncontested cases of these areas that need what is not there yet, with what they need.
    static let later: [String: String] = [
        "wm/PathTemplateTest/ignoresQueryParameterWhenParsing": "response templates",
        "wm/PathTemplateTest/parseWithWildcardAndOneDepthPath": "response templates",
        "wm/LogicalAndTest/matchesWhenAllContainedMatchersMatch": "date operators",
        "wm/StubbingAcceptanceTest/matchesWithLogicalAnd": "matchesJsonPath and date operators",
        "wm/PlainTextDiffRendererTest/showsJsonPathMismatch": "matchesJsonPath",
        "wm/PlainTextDiffRendererTest/showsErrorInDiffWhenBodyIsEmptyAndPathExpressionResult": "matchesJsonPath",
        "wm/PlainTextDiffRendererTest/showsXPathWithSubMatchMismatch": "matchesXPath",
        "wm/PlainTextDiffRendererTest/showsErrorInDiffWhenBodyDoesNotMatchJsonSchema": "matchesJsonSchema",
        "wm/PlainTextDiffRendererTest/showsMultipartDifference": "multipartPatterns",
        "wm/NotMatchedPageAcceptanceTest/indicatesWhenWrongScenarioStateIsTheReasonForNonMatch": "flows",
        "wm/derived/edit-keeps-position": "the admin API",
    ]

    /// Uncontested cases of other areas that need what is not there yet, though their mappings can be read.
    static let laterElsewhere: [String: String] = [
        "wm/StubbingAcceptanceTest/removesASingleStubMappingById": "the admin API",
        "stubr/misc/config_delay/should_timeout_with_global_delay_of_5_seconds": "the admin API",
        "wm/GlobalSettingsAcceptanceTest/canCombineFixedAndRandomDelays": "the admin API",
        "wm/GlobalSettingsAcceptanceTest/settingGlobalRandomDistributionDelayCausesADelay": "the admin API",
        "wm/StandaloneAcceptanceTest/servesFileFromFilesDir": "body files as answers without a stub",
        "wm/StandaloneAcceptanceTest/servesJsonIndexFileWhenTrailingSlashPresent":
            "body files as answers without a stub",
    ]

    /// What comes of a contested case.
    enum Outcome {
        /// What the case says.
        case same
        /// Something else.
        case different
        /// The mapping is refused with an error.
        case refused
    }

    /// The contested cases of these areas: what comes of each, and why.
    static let contested: [String: (outcome: Outcome, why: String)] = {
        var decisions: [String: (outcome: Outcome, why: String)] = [
            "stubr/req/method/should_map_request_method_connect": (
                .different, "CONNECT has a target host:port (RFC 9112, section 3.2.3); any other is answered with 400"
            ),
            "wm/derived/url-attribute-order": (
                .same, "the lenient reader takes the first of url, urlPattern, urlPath, urlPathPattern, urlPathTemplate"
            ),
            "stubr/req/url/precedence/url_path.should_prefer_url_path_over_url_pattern": (
                .different, "the lenient reader takes urlPattern before urlPath, as WireMock does"
            ),
            "wm/derived/first-operator-wins": (
                .same, "the lenient reader takes the operator written first; the strict one refuses several"
            ),
            "wm/derived/has-exactly-not-one-to-one": (
                .different, "hasExactly pairs values and patterns one to one, as its name and documentation say"
            ),
            "wm/StubbingAcceptanceTest/doesNotMatchUnnormalisedRequestContentTypeHeaderValue": (
                .different, "header values are compared as they were sent"
            ),
            "wm/derived/cookie-not-absent": (
                .different, "negative operators hold for a missing cookie, as for headers and parameters"
            ),
            "wm/derived/form-needs-content-type": (
                .same, "only a body of type application/x-www-form-urlencoded has form parameters"
            ),
            "wm/derived/import-first-wins": (.different, "there is no admin API yet"),
            "wm/derived/custom-matcher-unknown": (.refused, "customMatcher is refused by name"),
        ]
        func decide(_ outcome: Outcome, _ why: String, _ prefix: String, _ names: String...) {
            for name in names { decisions["\(prefix)/\(name)"] = (outcome, why) }
        }
        let absent = "any value of \"absent\" means absent, as in WireMock; the lenient reader warns"
        decide(.different, absent, "stubr/req/query/absence", "should_match_when_header_present")
        decide(.different, absent, "stubr/req/headers/absence", "should_match_when_header_present")
        let number = "the lenient reader takes a number or a truth value for its text; the strict one refuses it"
        decide(
            .same, number, "stubr/req/query/equal", "should_map_request_exact_int_value",
            "should_fail_when_incorrect_int_value", "should_map_request_exact_bool_value",
            "should_fail_when_not_a_bool",
            "should_fail_when_not_an_int_value", "should_fail_when_incorrect_bool_value")
        decide(
            .same, number, "stubr/req/headers/equal", "should_map_request_exact_int_value",
            "should_fail_when_not_an_int_value", "should_fail_when_incorrect_bool_value",
            "should_fail_when_not_an_bool_value", "should_map_request_many_exact_string_and_int_value",
            "should_fail_when_incorrect_int_value", "should_map_request_exact_bool_value")
        let negative = "doesNotMatch holds for a missing header or parameter, as in WireMock"
        decide(
            .different, negative, "stubr/req/query/matches", "negative_should_fail_when_absent",
            "negative_should_fail_when_one_of_query_regex_not_respected")
        decide(
            .different, negative, "stubr/req/headers/matches", "negative_should_fail_when_absent",
            "negative_should_fail_when_one_of_header_regex_not_respected")
        let missing = "should_fail_when_missing_authorization_header"
        decide(
            .different, "jwtAuth is an unknown key, which the lenient reader leaves out with a warning",
            "stubr/misc/jwt", "alg.eq.\(missing)", "alg.one_of.should_fail_when_authorization_header_absent",
            "payload.eq.\(missing)", "payload.json_path.\(missing)", "payload.json_path_eq.\(missing)",
            "payload.json_path_contains.\(missing)")
        decide(
            .different, "ignoreExtraElements holds at every depth and for array elements too, as in WireMock",
            "stubr/body-diff/extra", "obj_with_nested_extra_in_arrays_should_not_be_equal.1",
            "obj_with_nested_extra_in_arrays_should_not_be_equal.2", "array_with_extra_should_be_equal")
        let order = "the order of members never matters (RFC 8259, section 4)"
        decide(.different, order, "stubr/body-diff", "extra/differently_ordered_objects_should_not_be_equal")
        decide(.different, order, "stubr/body-diff", "all/unordered_obj_should_not_be_equal")
        decide(.different, order, "stubr/body-diff", "array/differently_ordered_objects_should_not_be_equal")
        return decisions
    }()
}
