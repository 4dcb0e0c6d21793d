import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { configured, DE, EN, each, type FormatSample, frame, lines, piece, xmlFile } from './sample.ts'

const TMX = '<tmx version="1.4"><header srclang="en"/><body>'

export const sample: FormatSample = {
  hostile: xmlFile(
    TMX,
    '</body></tmx>',
    [frame('value', `${TMX}<tu tuid="a"><tuv xml:lang="en"><seg>`, '</seg></tuv></tu></body></tmx>')],
    [
      piece('units', (i) => `<tu tuid="k${i}"><tuv xml:lang="en"><seg>s</seg></tuv></tu>`),
      piece('one unit', () => '<tu><tuv xml:lang="en"><seg>s</seg></tuv></tu>'),
      piece('languages', (i) => `<tu><tuv xml:lang="l${i}"><seg>s</seg></tuv></tu>`),
      piece('units alone', () => '<tu/>'),
    ],
  ),
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4">
  <header creationtool="${ofFile('zqtool')}" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="plaintext">${ofFile('<prop type="x">zqprop</prop>')}</header>
  <body>
    <tu tuid="k1"${detail('k1', ' creationid="zqperson"')}>${comment('k1', '<note>zqwords</note>')}${detail('k1', '<prop type="project">zqproject</prop>')}
      <tuv xml:lang="en"><seg>One${detail('k1', ' zqsource', 'source-lost')}</seg></tuv>
      <tuv xml:lang="de"${detail('k1', ' changedate="20260301T900001Z"')}><seg>Eins</seg></tuv>
    </tu>
    <tu tuid="k2"><tuv xml:lang="en"><seg>Two</seg></tuv><tuv xml:lang="de"><seg>Zwei</seg></tuv></tu>
  </body>
</tmx>
`,
  ],
  project: {
    ...configured('texts/memory.tmx', 'tmx'),
    'texts/memory.tmx': lines(
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<tmx version="1.4">',
      '  <header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="plaintext"/>',
      '  <body>',
      each(
        (name, at) =>
          `    <tu tuid="${name}"><tuv xml:lang="en"><seg>${EN[at]}</seg></tuv><tuv xml:lang="de"><seg>${DE[at]}</seg></tuv></tu>`,
        '\n',
      ),
      '  </body>',
      '</tmx>',
    ),
  },
}
