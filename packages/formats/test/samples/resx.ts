import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { each, type FormatSample, frame, perLanguage, piece, xmlFile } from './sample.ts'

const RESX = '<?xml version="1.0"?>\n<root>'

export const sample: FormatSample = {
  hostile: xmlFile(
    RESX,
    '</root>',
    [frame('value', `${RESX}<data name="a"><value>`, '</value></data></root>')],
    [
      piece('entries', (i) => `<data name="k${i}"><value>v</value></data>`),
      piece('one name', () => '<data name="a"><value>v</value></data>'),
      piece('empty', () => '<data/>'),
    ],
  ),
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <data name="k1" xml:space="preserve"${detail('k1', ' type="System.String, zqlib"')}>
    <value>Eins</value>${comment('k1', '\n    <comment>zqwords</comment>')}
  </data>
  <data name="k2" xml:space="preserve"><value>Zwei {0}</value></data>${ofFile('\n  <data name="size" type="System.Drawing.Size, System.Drawing"><value>900001, 20</value></data>')}${ofFile('\n  <metadata name="zqmeta"><value>x</value></metadata>')}${ofFile('\n  <assembly alias="zqassembly" name="System.Drawing"/>')}
</root>
`,
  ],
  project: perLanguage(
    (language) => `Shop/Properties/Resources${language === 'en' ? '' : `.${language}`}.resx`,
    (texts) =>
      `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<root>\r\n${each((name, at) => `  <data name="${name}" xml:space="preserve">\r\n    <value>${texts[at]}</value>\r\n  </data>\r\n`)}</root>`,
  ),
}
