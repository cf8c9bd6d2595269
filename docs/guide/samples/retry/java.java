import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

class Retry {
    static final HttpClient http = HttpClient.newHttpClient();

    /** Sends again what may succeed later. With an Idempotency-Key, a create makes one job. */
    static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        for (long pause = 1; ; pause *= 2) {
            long seconds = pause;
            try {
                var response = http.send(request, BodyHandlers.ofString());
                int status = response.statusCode();
                boolean isTemporary = status >= 500 || List.of(408, 409, 429).contains(status);
                if (!isTemporary || pause > 60) return response;
                var retryAfter = response.headers().firstValue("Retry-After")
                    .filter(value -> value.matches("\\d+"));
                seconds = Math.max(pause, retryAfter.map(Long::parseLong).orElse(0L));
            } catch (IOException e) { // no connection, or no response in time
                if (pause > 60) throw e;
            }
            Thread.sleep(seconds * 1000);
        }
    }

    public static void main(String[] args) throws Exception {
        var job = """
            {
              "external_reference": "order-1001",
              "title": "Three-seat sofa",
              "size": "M",
              "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
              "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" },
              "customer_phone": "+34612345678"
            }""";
        var response = send(HttpRequest.newBuilder(URI.create("{base_url}/v1/jobs"))
            .header("X-API-Key", "YOUR_TEST_KEY")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "order-1001")
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofString(job))
            .build());
        System.out.println(response.statusCode() + " " + response.body());
    }
}
