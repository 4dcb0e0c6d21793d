/** Identifies a text of a project. */
export type StringAddress = { readonly project: string; readonly language: string; readonly keyId: number }

export function sameAddress(a: StringAddress, b: StringAddress): boolean {
  return a.keyId === b.keyId && a.language === b.language && a.project === b.project
}

/** Returns an address as a string, for comparing and counting. */
export function addressText({ project, language, keyId }: StringAddress): string {
  return `${project}:${language}:${keyId}`
}
