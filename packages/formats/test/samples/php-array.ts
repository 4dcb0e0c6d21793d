import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
    frames: [
      frame('array', "<?php\nreturn [\n'a' => 'x',", '];\n'),
      BARE,
      frame('value', "<?php return ['a' => '", "'];"),
      frame('double quotes', '<?php return ["a" => "', '"];'),
      frame('heredoc', '<?php return ["a" => <<<X\n', '\nX];'),
      frame('statements', '<?php\n'),
    ],
    pieces: [
      piece('entries', (i) => `'k${i}'=>'v',`),
      piece('entries on lines', (i) => `\n    'k${i}' => 'v',`),
      piece('one name', () => "'a'=>'v',"),
      piece('arrays', (i) => `'k${i}'=>['a'=>'b'],`),
      piece('items', () => "'v',"),
      piece('comments', () => '/*x*/'),
      piece('lines of comments', () => '// x\n'),
      piece('assignments', (i) => `];\n$lang['k${i}'] = 'v';\n$x=[`),
      piece('concatenated', () => "'a' . 'b',"),
    ],
  },
  detailed: [
    file()`<?php
${ofFile('/* zqlicence */\n\n')}${ofFile('use Zq\\zqnamespace;\n\n')}return [
  ${comment('k1', '// zqwords\n  ')}'k1' => 'Eins',${comment('k1', ' // zqbeside')}
  'k2' => 'Zwei :name',
${ofFile("  'n' => 900001,\n")}${ofFile("  'call' => zqcall(),\n")}];
`,
  ],
  project: perLanguage(
    (language) => `lang/${language}/shop.php`,
    (texts) => `<?php\n\n// Shop\nreturn [\n${each((name, at) => `    '${name}'=> "${texts[at]}",\n`)}];\n`,
  ),
}
