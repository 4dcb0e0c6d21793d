import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;

/** Reads files from lines in Base64, and writes the keys and texts that java.util.Properties loads, or "invalid". */
public class ReadProperties {
  public static void main(String[] arguments) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    var out = new StringBuilder();
    for (String line; (line = in.readLine()) != null; out.append('\n')) {
      var properties = new Properties();
      try {
        properties.load(new StringReader(new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8)));
        for (Map.Entry<Object, Object> entry : properties.entrySet())
          out.append(encode(entry.getKey())).append(':').append(encode(entry.getValue())).append(' ');
      } catch (IllegalArgumentException error) {
        out.append("invalid");
      }
    }
    System.out.print(out);
  }

  private static String encode(Object text) {
    // By hand, because an encoder would replace halves of surrogate pairs.
    var units = ((String) text).toCharArray();
    var bytes = new byte[units.length * 2];
    for (int i = 0; i < units.length; i++) {
      bytes[2 * i] = (byte) units[i];
      bytes[2 * i + 1] = (byte) (units[i] >> 8);
    }
    return Base64.getEncoder().encodeToString(bytes);
  }
}
