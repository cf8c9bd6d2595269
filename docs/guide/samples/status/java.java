import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

class Status {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("{base_url}/v1/jobs/JOB_ID"))
            .header("X-API-Key", "YOUR_TEST_KEY")
            .timeout(Duration.ofSeconds(30))
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
        if (response.statusCode() != 200) System.exit(1);
    }
}
