import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { sample as android } from './android-xml.ts'
import { each, type FormatSample, lines, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: android.hostile,
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
    (language) =>
      `app/src/commonMain/composeResources/values${language === 'en' ? '' : `-${language}`}/strings.xml`,
    (texts) =>
      lines(
        '<resources>',
        each((name, at) => `    <string name="${name}">${texts[at]}</string>`, '\n'),
        '    <!-- End -->',
        '</resources>',
      ),
  ),
}
