import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

class Poll {
    static final Duration PAUSE = Duration.ofSeconds(300);

    public static void main(String[] args) throws Exception {
        var http = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create("{base_url}/v1/jobs/JOB_ID"))
            .header("X-API-Key", "YOUR_TEST_KEY")
            .timeout(Duration.ofSeconds(30));
        while (true) {
            try {
                var response = http.send(request.build(), BodyHandlers.ofString());
                int code = response.statusCode();
                String body = response.body();
                if (code == 401 || code == 403) throw new IllegalStateException(code + " " + body);
                if (code == 404) {
                    System.out.println("The job was deleted, or its draft expired.");
                    break;
                }
                if (code == 200) {
                    System.out.println(body);
                    // If you use a JSON library: the field `status`.
                    if (body.matches("(?s).*\"status\":\\s*\"(completed|cancelled)\".*")) break;
                    response.headers().firstValue("ETag")
                        .ifPresent(etag -> request.setHeader("If-None-Match", etag));
                }
                // 304: nothing changed. After any other failure, the next poll may succeed.
            } catch (IOException e) {
                // No connection, or no response in time.
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }
}
