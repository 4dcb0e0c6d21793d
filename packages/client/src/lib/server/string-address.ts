/** Which text of which project. */
export type StringAddress = { readonly project: string; readonly language: string; readonly keyId: number }

export function sameAddress(a: StringAddress, b: StringAddress): boolean {
  return a.keyId === b.keyId && a.language === b.language && a.project === b.project
}

/** One text for an address, to compare and to count by. */
export function addressText({ project, language, keyId }: StringAddress): string {
  return `${project}:${language}:${keyId}`
}
