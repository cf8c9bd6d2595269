using System.Text.Json;

var pause = TimeSpan.FromSeconds(300);

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
var headers = http.DefaultRequestHeaders;
headers.Add("X-API-Key", "YOUR_TEST_KEY");

while (true)
{
    try
    {
        using var response = await http.GetAsync("{base_url}/v1/jobs/JOB_ID");
        var code = (int)response.StatusCode;
        var body = await response.Content.ReadAsStringAsync();
        if (code is 401 or 403) throw new InvalidOperationException($"{code} {body}");
        if (code == 404)
        {
            Console.WriteLine("The job was deleted, or its draft expired.");
            break;
        }
        if (code == 200)
        {
            headers.IfNoneMatch.Clear();
            if (response.Headers.ETag is { } etag) headers.IfNoneMatch.Add(etag);
            var status = JsonSerializer.Deserialize<JsonElement>(body).GetProperty("status").GetString();
            Console.WriteLine(status);
            if (status is "completed" or "cancelled") break;
        }
        // 304: nothing changed. After any other failure, the next poll may succeed.
    }
    catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
    {
        // No connection, or no response in time.
    }
    await Task.Delay(pause);
}
