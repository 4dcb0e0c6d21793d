import { fingerprintOf, type PublicKey } from './run-ssh-program.ts'

/**
 * What forges publish about their servers. Only keys that are not listed here have to be compared by a
 * person.
 * GitHub: docs.github.com/authentication/keeping-your-account-and-data-secure/githubs-ssh-key-fingerprints,
 * GitLab: docs.gitlab.com/user/gitlab_com/#ssh-host-keys-fingerprints,
 * Codeberg: docs.codeberg.org/security/ssh-fingerprint.
 */
const PUBLISHED: ReadonlyMap<string, { readonly by: string; readonly fingerprints: readonly string[] }> =
  new Map([
    [
      'github.com',
      {
        by: 'GitHub',
        fingerprints: [
          'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
          'SHA256:p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM',
          'SHA256:uNiVztksCsDhcc0u9e8BujQXVUpKZIDTMczCvj3tD2s',
        ],
      },
    ],
    [
      'gitlab.com',
      {
        by: 'GitLab',
        fingerprints: [
          'SHA256:eUXGGm1YGsMAS7vkcx6JOJdOGHPem5gQp4taiCfCLB8',
          'SHA256:HbW3g8zUjNSksFbqTiUWPWg2Bq1x8xdGUrliXFzSnUw',
          'SHA256:ROQFvPThGrW4RuWLoL9tq9I9zJ42fK4XywyRtbOz/EQ',
        ],
      },
    ],
    [
      'codeberg.org',
      {
        by: 'Codeberg',
        fingerprints: [
          'SHA256:mIlxA9k46MmM6qdJOdMnAQpzGxF4WIVVL+fj+wZbw0g',
          'SHA256:T9FYDEHELhVkulEKKwge5aVhVTbqCW0MIRwAfpARs/E',
          'SHA256:6QQmYi4ppFS4/+zSZ5S4IU+4sa6rwvQ4PbhCtPEBekQ',
        ],
      },
    ],
  ])

export type HostKey = PublicKey & { readonly fingerprint: string; readonly publishedBy: string | null }

/** Returns a key of a server with its fingerprint, and who published that. */
export function describeHostKey(host: string, { type, key }: PublicKey): HostKey {
  const fingerprint = fingerprintOf(key)
  const published = PUBLISHED.get(host)
  const publishedBy = published?.fingerprints.includes(fingerprint) ? published.by : null
  return { type, key, fingerprint, publishedBy }
}

/** Writes keys as OpenSSH reads them, one per line. Host and keys were checked to be single words. */
export function writeKnownHosts(host: string, keys: readonly PublicKey[]): string {
  return keys.map(({ type, key }) => `${host} ${type} ${key}\n`).join('')
}

export function readKnownHosts(text: string): readonly PublicKey[] {
  return text.split('\n').flatMap((line) => {
    const [, type, key] = line.split(' ')
    return type === undefined || key === undefined ? [] : [{ type, key }]
  })
}
