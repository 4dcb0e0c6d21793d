import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { configured, DE, EN, each, type FormatSample, frame, lines, piece, xmlFile } from './sample.ts'

const TBX = '<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>'

export const sample: FormatSample = {
  hostile: xmlFile(
    TBX,
    '</body></text></tbx>',
    [
      frame(
        'value',
        `${TBX}<conceptEntry><langSec xml:lang="en"><termSec><term>`,
        '</term></termSec></langSec></conceptEntry></body></text></tbx>',
      ),
    ],
    [
      piece(
        'concepts',
        (i) =>
          `<conceptEntry id="k${i}"><langSec xml:lang="en"><termSec><term>s</term></termSec></langSec></conceptEntry>`,
      ),
      piece(
        'one concept',
        () =>
          '<conceptEntry><langSec xml:lang="en"><termSec><term>s</term></termSec></langSec></conceptEntry>',
      ),
      piece('concepts alone', () => '<conceptEntry/>'),
    ],
  ),
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
  <tbxHeader><fileDesc>${ofFile('<sourceDesc><p>zqsource</p></sourceDesc>')}</fileDesc></tbxHeader>
  <text><body>
    <conceptEntry id="k1">${detail('k1', '<descrip type="subjectField">zqsubject</descrip>')}${comment('k1', '<note>zqwords</note>')}
      <langSec xml:lang="en"><termSec><term>wheel${detail('k1', ' zqsource', 'source-lost')}</term>${detail('k1', '<termNote type="partOfSpeech">zqnoun</termNote>')}</termSec></langSec>
      <langSec xml:lang="de"><termSec><term>Rad</term></termSec></langSec>
    </conceptEntry>
    <conceptEntry id="k2">
      <langSec xml:lang="en"><termSec><term>engine</term></termSec></langSec>
      <langSec xml:lang="de"><termSec><term>Motor</term></termSec></langSec>
    </conceptEntry>
  </body></text>
</tbx>
`,
  ],
  project: {
    ...configured('texts/terms.tbx', 'tbx'),
    'texts/terms.tbx': lines(
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">',
      '  <text><body>',
      each(
        (name, at) =>
          `    <conceptEntry id="${name}"><langSec xml:lang="en"><termSec><term>${EN[at]}</term></termSec></langSec><langSec xml:lang="de"><termSec><term>${DE[at]}</term></termSec></langSec></conceptEntry>`,
        '\n',
      ),
      '  </body></text>',
      '</tbx>',
    ),
  },
}
