import { detail, file, ofFile } from '../convert/detailed-file.ts'
import { each, type FormatSample, frame, lines, perLanguage, piece, xmlFile } from './sample.ts'

const PLIST = '<plist version="1.0"><dict>'

export const sample: FormatSample = {
  hostile: xmlFile(
    PLIST,
    '</dict></plist>',
    [
      frame(
        'value',
        `${PLIST}<key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>`,
        '</string></dict></dict></plist>',
      ),
    ],
    [
      piece(
        'formats',
        (i) => `<key>k${i}</key><dict><key>NSStringLocalizedFormatKey</key><string>v</string></dict>`,
      ),
      piece('keys', () => '<key>a</key><string/>'),
      piece('keys alone', () => '<key>a</key>'),
    ],
  ),
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
<plist version="1.0">
<dict>
  <key>k1</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@items@</string>
    <key>items</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>${detail('k1.items', 'zqtype')}d</string>
      <key>one</key><string>%d Ding</string>
      <key>other</key><string>%d Dinge</string>
    </dict>
  </dict>
  <key>k2</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@parts@</string>
    <key>parts</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>other</key><string>%d Teile</string>
    </dict>
  </dict>${ofFile('\n  <key>wide</key><dict><key>NSStringVariableWidthRuleType</key><dict><key>20</key><string>zqshort</string></dict></dict>')}
</dict>
</plist>
`,
  ],
  project: perLanguage(
    (language) => `Shop/${language}.lproj/Localizable.stringsdict`,
    (texts) =>
      lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
        '<plist version="1.0">',
        '<dict>',
        each(
          (name, at) =>
            `\t<key>${name}</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@count@</string>\n\t\t<key>count</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>d</string>\n\t\t\t<key>one</key>\n\t\t\t<string>%d x</string>\n\t\t\t<key>other</key>\n\t\t\t<string>${texts[at]}</string>\n\t\t</dict>\n\t</dict>`,
          '\n',
        ),
        '</dict>',
        '</plist>',
      ),
  ),
}
