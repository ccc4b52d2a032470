public import MockAPIClient

/// The weather at one place; the texts are those of the service, with their units.
public struct WeatherInfo: Codable, Hashable, Sendable {
    /// The number of the place; sent as a number or as a text, 0 where there is none.
    public var areaID: Int
    /// The name of the place.
    public var cityName: String
    /// The day, such as `20131016`; sent as a number or as a text.
    @Lenient public var date: String
    /// The humidity.
    public var sd: String
    /// The range of sight.
    public var sm: String
    /// The temperature in degrees Celsius.
    public var temp: String
    /// The temperature in degrees Fahrenheit.
    public var tempF: String
    /// The time of the measurement.
    public var time: String
    /// The direction of the wind.
    public var wd: String
    /// The strength of the wind.
    public var ws: String

    private enum CodingKeys: String, CodingKey {
        case areaID, cityName, date, sd, sm, temp, tempF, time, wd, ws
    }

    /// Reads the answer of the service.
    ///
    /// - Throws: `DecodingError` for a missing text, and for an `areaID` or a `date` that is neither number nor text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        areaID = try container.decodeIfPresent(NumberOrText.self, forKey: .areaID)?.integer ?? 0
        cityName = try container.decode(String.self, forKey: .cityName)
        _date = try container.decode(Lenient<String>.self, forKey: .date)
        sd = try container.decode(String.self, forKey: .sd)
        sm = try container.decode(String.self, forKey: .sm)
        temp = try container.decode(String.self, forKey: .temp)
        tempF = try container.decode(String.self, forKey: .tempF)
        time = try container.decode(String.self, forKey: .time)
        wd = try container.decode(String.self, forKey: .wd)
        ws = try container.decode(String.self, forKey: .ws)
    }
}
