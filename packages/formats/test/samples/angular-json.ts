import fc from 'fast-check'
import { file, ofFile } from '../convert/detailed-file.ts'
import { anyText, jsonStyle, printJson, type Tree } from '../laws/json-text.ts'
import { each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

const id = fc.constantFrom('a', 'b', '8034713490398492', 'home.title', '__proto__', 'é')
const value: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 8, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ raw: '5' }, { raw: 'null' }, { raw: '["a"]' }, [['a', 'b']] as const),
  },
)
const more: fc.Arbitrary<readonly (readonly [string, Tree])[]> = fc.constantFrom(
  [],
  [['extra', 'x']] as const,
  [['@@note', { raw: '{}' }]] as const,
)

export const sample: FormatSample = {
  hostile: {
    frames: JSON_FILE.frames.map(({ name, head, tail }) => ({
      name,
      head: `{"locale":"de","translations":${head}`,
      tail: `${tail}}`,
    })),
    pieces: JSON_FILE.pieces,
  },
  detailed: [
    file()`{
  "locale": "de",
  "translations": {
    "k1": "Eins {$INTERPOLATION}",
    "k2": "Zwei"
  }${ofFile(',\n  "note": "zqhead"')}
}
`,
  ],
  project: perLanguage(
    (language) =>
      language === 'en' ? 'src/locale/messages.en.json' : `src/locale/messages.${language}.json`,
    (texts, language) =>
      `{\n  "locale": "${language}",\n  "translations": {\n${each((name, at) => `    "${name}": "${texts[at]}"`, ',\n')}\n  }\n}\n`,
  ),
  laws: {
    file: fc
      .tuple(fc.array(fc.tuple(id, value), { maxLength: 6 }), more, jsonStyle)
      .map(([members, others, style]) =>
        printJson([['locale', 'de'], ['translations', members], ...others], style),
      ),
    text: anyText,
    path: fc.constantFrom(['new'], ['a.b'], ['__proto__'], ['12345'], ['']),
  },
}
