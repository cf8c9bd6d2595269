import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

class CreateOnce {
    static final HttpClient http = HttpClient.newHttpClient();

    /** Can be called again after any failure, also after a restart: one job for each reference. */
    static String createOnce(String reference, String job) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("{base_url}/v1/jobs"))
            .header("X-API-Key", "YOUR_TEST_KEY")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", reference)
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofString(job))
            .build();
        var response = http.send(request, BodyHandlers.ofString());
        // A refused duplicate also has a Location: that of the job that an earlier call created.
        var location = response.headers().firstValue("Location");
        if (List.of(201, 400).contains(response.statusCode()) && location.isPresent())
            return location.get().substring(location.get().lastIndexOf('/') + 1);
        throw new IOException(response.statusCode() + " " + response.body());
    }

    public static void main(String[] args) throws Exception {
        var jobId = createOnce("order-1001", """
            {
              "external_reference": "order-1001",
              "title": "Three-seat sofa",
              "size": "M",
              "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
              "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" },
              "customer_phone": "+34612345678"
            }""");
        System.out.println(jobId);
    }
}
