using System.Text.Json;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
http.DefaultRequestHeaders.Add("X-API-Key", "YOUR_TEST_KEY");

var response = await http.GetAsync("{base_url}/v1/jobs/JOB_ID");
var status = (int)response.StatusCode;
var body = await response.Content.ReadAsStringAsync();
if (status != 200) throw new HttpRequestException($"{status} {body}");

var job = JsonSerializer.Deserialize<JsonElement>(body);
Console.WriteLine($"{status} {job.GetProperty("status")}");
