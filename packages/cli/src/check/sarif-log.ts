import type { CheckResult } from './check-folder.ts'
import { fingerprintOf } from './fingerprint-of.ts'
import { issueText } from './issue-text.ts'

/** The findings as a log of SARIF 2.1.0, which GitHub, Azure DevOps and editors show beside the lines. */
export function sarifLog(
  { findings }: CheckResult,
  { place, version }: { readonly place: (path: string) => string; readonly version: string },
): string {
  const rules = [...new Set(findings.map(({ code }) => code))]
  const seen = new Map<string, number>()
  const results = findings.map(({ path, line, column, severity, code, key, language, params }) => {
    const id = JSON.stringify([place(path), language, key, code, params])
    const nth = seen.get(id) ?? 0
    seen.set(id, nth + 1)
    return {
      ruleId: code,
      ruleIndex: rules.indexOf(code),
      level: severity,
      message: { text: `${key === '' ? '' : `${key}: `}${issueText({ code, params })}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(place(path)), uriBaseId: '%SRCROOT%' },
            region: { startLine: line, startColumn: column },
          },
        },
      ],
      partialFingerprints: { 'dragoman/v1': fingerprintOf(id, nth) },
    }
  })
  return JSON.stringify(
    {
      $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'Dragoman',
              version,
              rules: rules.map((id) => ({
                id,
                shortDescription: { text: issueText({ code: id, params: {} }) },
              })),
            },
          },
          columnKind: 'utf16CodeUnits',
          results,
        },
      ],
    },
    null,
    2,
  )
}

/** A relative reference: what has a meaning of its own in a URI is written as its bytes. */
function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
