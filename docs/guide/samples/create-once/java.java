import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

class CreateOnce {
    static final HttpClient http = HttpClient.newHttpClient();

    /**
     * Can be called again with the same job, also after a restart: one job for each reference.
     * It tries five times, in 15 seconds or more: use a background task. If it fails, call it again later.
     */
    static String createOnce(String reference, String job) throws IOException, InterruptedException {
        for (long pause = 1; ; pause *= 2) {
            boolean isLast = pause > 8;
            long seconds = pause;
            HttpResponse<String> response = null;
            try {
                response = send(reference, job);
            } catch (IOException e) { // no connection, or no response in time
                if (isLast) throw e;
            }
            if (response != null) {
                int status = response.statusCode();
                // A refused duplicate also has a Location: that of the job that an earlier call created.
                var location = response.headers().firstValue("Location");
                if (List.of(201, 400).contains(status) && location.isPresent())
                    return location.get().substring(location.get().lastIndexOf('/') + 1);
                // 409: an earlier request is still running.
                boolean isTemporary = status >= 500 || List.of(408, 409, 429).contains(status);
                if (isLast || !isTemporary) throw new IOException(status + " " + response.body());
                var retryAfter = response.headers().firstValue("Retry-After")
                    .filter(value -> value.matches("\\d+"));
                seconds = Math.max(pause, retryAfter.map(Long::parseLong).orElse(0L));
            }
            // The random part keeps clients that failed together from coming back together.
            Thread.sleep(seconds * 1000 + (long) (Math.random() * 1000));
        }
    }

    static HttpResponse<String> send(String reference, String job) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("{base_url}/v1/jobs"))
            .header("X-API-Key", "YOUR_TEST_KEY")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", reference)
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofString(job))
            .build();
        return http.send(request, BodyHandlers.ofString());
    }

    public static void main(String[] args) throws Exception {
        var jobId = createOnce("order-1001", """
            {
              "external_reference": "order-1001",
              "title": "Three-seat sofa",
              "size": "M",
              "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
              "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" },
              "customer_phone": "+447700900000"
            }""");
        System.out.println(jobId);
    }
}
