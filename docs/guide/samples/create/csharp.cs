using System.Net.Http.Json;
using System.Text.Json;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
http.DefaultRequestHeaders.Add("X-API-Key", "YOUR_TEST_KEY");

var job = new
{
    external_reference = "order-1001",
    title = "Three-seat sofa",
    size = "M",
    pickup = new { address = "Calle Mayor 10, 28013 Madrid", floor = 2, has_elevator = false },
    dropoff = new { address = "Calle de Alfonso I 5, 50003 Zaragoza" },
    customer_phone = "+447700900000",
};
using var request = new HttpRequestMessage(HttpMethod.Post, "{base_url}/v1/jobs")
{
    Headers = { { "Idempotency-Key", "order-1001" } },
    Content = JsonContent.Create(job),
};
var response = await http.SendAsync(request);
var status = (int)response.StatusCode;
var body = await response.Content.ReadAsStringAsync();
if (status != 201) throw new HttpRequestException($"{status} {body}");

var created = JsonSerializer.Deserialize<JsonElement>(body);
Console.WriteLine($"{status} {created.GetProperty("job_id")}");
Console.WriteLine(string.Join(", ", response.Headers.GetValues("Link")));
