import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a browser is asked (`PublicKeyCredentialRequestOptions`), as far as it decides about the answer. */
type Asked = { readonly challenge: string }

/** A passkey made of software: it answers as an authenticator does that has verified its person. */
export type SoftwarePasskey = {
  readonly id: string
  /** COSE, as stored. */
  readonly publicKey: string
  readonly answer: (asked: Asked, party: { readonly id: string; readonly origin: string }) => PasskeyAnswer
}

type PasskeyAnswer = {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: Record<string, never>
  readonly response: Readonly<Record<'authenticatorData' | 'clientDataJSON' | 'signature', string>>
}

/** User present, user verified. */
const FLAGS = 0x05

/** Creates a passkey with ECDSA on P-256 (COSE algorithm -7). */
export function createSoftwarePasskey(): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16).toString('base64url')
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  let counter = 0
  return {
    id,
    publicKey: cose.toString('base64url'),
    answer({ challenge }, party) {
      const clientData = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge, origin: party.origin, crossOrigin: false }),
      )
      const count = Buffer.alloc(4)
      count.writeUInt32BE(++counter)
      const data = Buffer.concat([sha256(party.id), Buffer.from([FLAGS]), count])
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: clientData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
