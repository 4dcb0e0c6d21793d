import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { each, type FormatSample, frame, lines, perLanguage, piece, xmlFile } from './sample.ts'

const ANDROID = '<resources>'

export const sample: FormatSample = {
  hostile: xmlFile(
    ANDROID,
    '</resources>',
    [
      frame('value', `${ANDROID}<string name="a">`, '</string></resources>'),
      frame('name', `${ANDROID}<string name="`, '">x</string></resources>'),
    ],
    [
      piece('entries', (i) => `<string name="k${i}">v</string>`),
      piece('one name', () => '<string name="a">v</string>'),
      piece('plurals', (i) => `<plurals name="k${i}"><item quantity="one">v</item></plurals>`),
      piece('items', () => '<string-array name="a"><item>v</item></string-array>'),
    ],
  ),
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:tools="http://schemas.android.com/tools"${ofFile(' tools:locale="zqlocale"')}>
  ${comment('k1', '<!-- zqwords -->\n  ')}<string name="k1"${detail('k1', ' formatted="false"', undefined, /formatted="false"/)}${detail('k1', ' tools:ignore="zqlint"')}>Eins</string>
  <string name="k2"${detail('k2#zqtablet', ' product="zqtablet"', undefined, /product="zqtablet"/)}>Zwei %d</string>
  <plurals name="k3"${detail('k3', ' tools:ignore="zqplural"')}><item quantity="one">Eins</item><item quantity="other"${detail('k3', ' tools:text="zqother"')}>Viele</item></plurals>${ofFile('\n  <string name="k4" translatable="false">zqkept</string>')}${ofFile('\n  <dimen name="wide">900001dp</dimen>')}
</resources>
`,
  ],
  project: perLanguage(
    (language) => `app/src/main/res/values${language === 'en' ? '' : `-${language}`}/strings.xml`,
    (texts) =>
      lines(
        '<?xml version="1.0" encoding="utf-8"?>',
        '<resources>',
        '  <!-- Shop -->',
        each((name, at) => `  <string  name="${name}" >${texts[at]}</string>`, '\n'),
        '</resources>',
      ),
  ),
}
