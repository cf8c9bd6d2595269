import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

class Create {
    public static void main(String[] args) throws Exception {
        var job = """
            {
              "external_reference": "order-1001",
              "title": "Three-seat sofa",
              "size": "M",
              "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
              "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" },
              "customer_phone": "+447700900000"
            }""";
        var request = HttpRequest.newBuilder(URI.create("{base_url}/v1/jobs"))
            .header("X-API-Key", "YOUR_TEST_KEY")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "order-1001")
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofString(job))
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
        response.headers().firstValue("Link").ifPresent(System.out::println);
        if (response.statusCode() != 201) System.exit(1);
    }
}
