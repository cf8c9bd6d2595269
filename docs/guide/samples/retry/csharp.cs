using System.Net.Http.Json;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
http.DefaultRequestHeaders.Add("X-API-Key", "YOUR_TEST_KEY");

var job = new
{
    external_reference = "order-1001",
    title = "Three-seat sofa",
    size = "M",
    pickup = new { address = "Calle Mayor 10, 28013 Madrid", floor = 2, has_elevator = false },
    dropoff = new { address = "Calle de Alfonso I 5, 50003 Zaragoza" },
    customer_phone = "+34612345678",
};
using var response = await Send(() => new HttpRequestMessage(HttpMethod.Post, "{base_url}/v1/jobs")
{
    Headers = { { "Idempotency-Key", "order-1001" } },
    Content = JsonContent.Create(job),
});
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");

// Sends again what may succeed later. With an Idempotency-Key, a create makes one job.
async Task<HttpResponseMessage> Send(Func<HttpRequestMessage> newRequest)
{
    for (var pause = TimeSpan.FromSeconds(1); ; pause *= 2)
    {
        var isLast = pause > TimeSpan.FromMinutes(1);
        var wait = pause;
        try
        {
            var answer = await http.SendAsync(newRequest());
            var isTemporary = (int)answer.StatusCode is >= 500 or 408 or 409 or 429;
            if (!isTemporary || isLast) return answer;
            if (answer.Headers.RetryAfter?.Delta is { } asked && asked > wait) wait = asked;
        }
        catch (Exception error) when (error is HttpRequestException or TaskCanceledException && !isLast)
        {
            // No connection, or no response in time.
        }
        await Task.Delay(wait);
    }
}
