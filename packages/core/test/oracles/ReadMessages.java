import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.text.ChoiceFormat;
import java.text.DateFormat;
import java.text.Format;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Base64;
import java.util.Locale;
import java.util.Scanner;

/**
 * Reads one pattern of MessageFormat per line, in Base64, and writes one line for each: `invalid`, or its
 * literal text in Base64 and its arguments. Needs `--add-opens java.base/java.text=ALL-UNNAMED`.
 */
public class ReadMessages {
  public static void main(String[] unused) throws Exception {
    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder();
    while (lines.hasNextLine()) {
      String pattern = new String(Base64.getDecoder().decode(lines.nextLine()), StandardCharsets.UTF_8);
      try {
        MessageFormat message = new MessageFormat(pattern, Locale.ROOT);
        String text = (String) field("pattern").get(message);
        out.append(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
        out.append(' ').append(argumentsOf(message)).append('\n');
      } catch (IllegalArgumentException error) {
        out.append("invalid\n");
      }
    }
    System.out.print(out);
  }

  private static String argumentsOf(MessageFormat message) throws Exception {
    int[] numbers = (int[]) field("argumentNumbers").get(message);
    Format[] formats = message.getFormats();
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < formats.length; i++) {
      found.append(numbers[i]);
      if (formats[i] instanceof ChoiceFormat choice) {
        found.append('[');
        for (Object text : choice.getFormats()) {
          if (text.toString().indexOf('{') >= 0)
            found.append(argumentsOf(new MessageFormat(text.toString(), Locale.ROOT)));
          found.append('|');
        }
        found.append(']');
      } else if (formats[i] instanceof NumberFormat) found.append('n');
      else if (formats[i] instanceof DateFormat) found.append('d');
      found.append(',');
    }
    return found.toString();
  }

  private static Field field(String name) throws Exception {
    Field field = MessageFormat.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
