/** Every code an issue of a document may have; the client has a sentence for each. */
export const FILE_ISSUE_CODES = [
  'too-large',
  'bad-encoding',
  'empty-file',
  'not-an-object',
  'too-deep',
  'too-many-values',
  'json-bad-escape',
  'json-bad-number',
  'json-comment',
  'json-conflict-marker',
  'json-control-character',
  'json-expected-colon',
  'json-expected-comma',
  'json-expected-key',
  'json-expected-value',
  'json-text-after-end',
  'json-trailing-comma',
  'json-unclosed',
  'json-unexpected-token',
  'json-unterminated-string',
  'duplicate-key',
  'lone-surrogate',
  'name-collision',
  'unusable-key',
] as const

export type FileIssueCode = (typeof FILE_ISSUE_CODES)[number]
