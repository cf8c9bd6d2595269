using System.Net.Http.Json;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
http.DefaultRequestHeaders.Add("X-API-Key", "YOUR_TEST_KEY");

Console.WriteLine(await CreateOnce("order-1001", new
{
    external_reference = "order-1001",
    title = "Three-seat sofa",
    size = "M",
    pickup = new { address = "Calle Mayor 10, 28013 Madrid", floor = 2, has_elevator = false },
    dropoff = new { address = "Calle de Alfonso I 5, 50003 Zaragoza" },
    customer_phone = "+34612345678",
}));

// Can be called again after any failure, also after a restart: one job for each reference.
async Task<string> CreateOnce(string reference, object job)
{
    using var request = new HttpRequestMessage(HttpMethod.Post, "{base_url}/v1/jobs")
    {
        Headers = { { "Idempotency-Key", reference } },
        Content = JsonContent.Create(job),
    };
    using var response = await http.SendAsync(request);
    // A refused duplicate also has a Location: that of the job that an earlier call created.
    if ((int)response.StatusCode is 201 or 400 && response.Headers.Location is { } location)
        return location.ToString().Split('/').Last();
    var body = await response.Content.ReadAsStringAsync();
    throw new HttpRequestException($"{(int)response.StatusCode} {body}");
}
