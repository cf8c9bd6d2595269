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
    customer_phone = "+447700900000",
}));

// Can be called again with the same job, also after a restart: one job for each reference.
// It tries five times, in 15 seconds or more: use a background task. If it fails, call it again later.
async Task<string> CreateOnce(string reference, object job)
{
    for (var pause = TimeSpan.FromSeconds(1); ; pause *= 2)
    {
        var isLast = pause > TimeSpan.FromSeconds(8);
        var wait = pause;
        HttpResponseMessage? response = null;
        string body = "";
        try
        {
            response = await Send(reference, job);
            body = await response.Content.ReadAsStringAsync();
        }
        catch (Exception error) when (error is HttpRequestException or TaskCanceledException && !isLast)
        {
            response = null; // no connection, or no response in time
        }
        if (response != null)
        {
            var status = (int)response.StatusCode;
            // A refused duplicate also has a Location: that of the job that an earlier call created.
            if (status is 201 or 400 && response.Headers.Location is { } location)
                return location.ToString().Split('/').Last();
            // 409: an earlier request is still running.
            var isTemporary = status is >= 500 or 408 or 409 or 429;
            if (isLast || !isTemporary) throw new InvalidOperationException($"{status} {body}");
            if (response.Headers.RetryAfter?.Delta is { } asked && asked > wait) wait = asked;
        }
        // The random part keeps clients that failed together from coming back together.
        await Task.Delay(wait + TimeSpan.FromSeconds(Random.Shared.NextDouble()));
    }
}

async Task<HttpResponseMessage> Send(string reference, object job)
{
    using var request = new HttpRequestMessage(HttpMethod.Post, "{base_url}/v1/jobs")
    {
        Headers = { { "Idempotency-Key", reference } },
        Content = JsonContent.Create(job),
    };
    return await http.SendAsync(request);
}
