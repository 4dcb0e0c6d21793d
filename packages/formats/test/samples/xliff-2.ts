import { detail, file, ofFile, state } from '../convert/detailed-file.ts'
import { each, type FormatSample, frame, lines, perLanguage, piece, xmlFile } from './sample.ts'

const XLIFF_2 =
  '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">'

export const sample: FormatSample = {
  hostile: xmlFile(
    XLIFF_2,
    '</file></xliff>',
    [frame('value', `${XLIFF_2}<unit id="a"><segment><source>`, '</source></segment></unit></file></xliff>')],
    [
      piece('units', (i) => `<unit id="k${i}"><segment><source>s</source></segment></unit>`),
      piece('one id', () => '<unit id="a"><segment><source>s</source></segment></unit>'),
      piece(
        'codes',
        (i) => `<unit id="k${i}"><segment><source><ph id="1"/><ph id="2"/></source></segment></unit>`,
      ),
      piece(
        'segments',
        () =>
          '<unit id="a"><segment><source>s</source></segment><segment><source>s</source></segment></unit>',
      ),
      piece('units alone', () => '<unit/>'),
      piece('groups', (i) => `<group id="g${i}"/>`),
    ],
  ),
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:x="urn:x" version="2.0" srcLang="en" trgLang="de">
  <file id="messages"${ofFile(' original="zqoriginal"')}>${ofFile('\n    <skeleton href="zqskeleton"/>')}
    <unit id="k1"${detail('k1', ' type="x:zqtype"')}>
      <notes><note>Words</note>${detail('k1', '<note category="zqcategory" id="n1">more</note>')}</notes>
      ${detail('k1', '<originalData><data id="d1">zqdata</data></originalData>\n      ')}<segment${state('k1', ' state="initial"', /state="initial"/)}${detail('k1', ' canResegment="no"', undefined, /canResegment="no"/)}>
        <source>One${detail('k1', ' zqsource', 'source-lost')} <ph id="1"${detail('k1', ' equiv="zqequiv"')}/></source>
        <target>Eins <ph id="1"/></target>
      </segment>
    </unit>
    <unit id="k2"><segment><source>Two</source><target>Zwei</target></segment></unit>
  </file>
</xliff>
`,
  ],
  project: perLanguage(
    (language) => `translations/messages.${language}.xlf`,
    (texts, language) =>
      lines(
        '<?xml version="1.0" encoding="utf-8"?>',
        `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${language}">`,
        `  <file id="messages.${language}">`,
        each(
          (name, at) =>
            `    <unit id="${at}" name="${name}">\n      <segment>\n        <source>${name}</source>\n        <target>${texts[at]}</target>\n      </segment>\n    </unit>`,
          '\n',
        ),
        '  </file>',
        '</xliff>',
      ),
  ),
}
