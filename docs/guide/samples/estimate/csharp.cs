using System.Net.Http.Json;
using System.Text.Json;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
http.DefaultRequestHeaders.Add("X-API-Key", "YOUR_TEST_KEY");

var response = await http.PostAsJsonAsync("{base_url}/v1/pricing/estimate", new
{
    size = "M",
    pickup = new { address = "Calle Mayor 10, 28013 Madrid", floor = 2, has_elevator = false },
    dropoff = new { address = "Calle de Alfonso I 5, 50003 Zaragoza" },
});
var status = (int)response.StatusCode;
var body = await response.Content.ReadAsStringAsync();
if (status != 200) throw new HttpRequestException($"{status} {body}");

var price = JsonSerializer.Deserialize<JsonElement>(body);
Console.WriteLine($"{status} {price.GetProperty("total_customer_pays_eur")} EUR");
Console.WriteLine(price.GetProperty("disclaimer"));
