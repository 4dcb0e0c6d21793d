import type { CheckResult } from './check-folder.ts'
import { findingText, issueText } from './issue-text.ts'
import { withFingerprints } from './with-fingerprints.ts'

/**
 * Returns the findings as a SARIF 2.1.0 log, which GitHub, Azure DevOps and editors show next to the lines.
 */
export function sarifLog(
  { findings }: CheckResult,
  { place, version }: { readonly place: (path: string) => string; readonly version: string },
): string {
  const rules = [...new Set(findings.map(({ code }) => code))]
  const results = withFingerprints(findings, place).map(({ fingerprint, ...finding }) => {
    const { path, line, column, severity, code, link } = finding
    return {
      ruleId: code,
      ruleIndex: rules.indexOf(code),
      level: severity,
      message: { text: findingText(finding) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(place(path)), uriBaseId: '%SRCROOT%' },
            region: { startLine: line, startColumn: column },
          },
        },
      ],
      ...(link !== null && { hostedViewerUri: link }),
      partialFingerprints: { 'dragoman/v1': fingerprint },
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

/** Returns a relative URI reference with reserved characters percent-encoded. */
function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
