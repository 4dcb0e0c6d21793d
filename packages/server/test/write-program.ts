import { execFileSync } from 'node:child_process'

/**
 * Writes a script that can be executed. Another process writes it: if this one did, a program that another thread
 * starts at that moment would inherit the open file, and the system would refuse to execute it (ETXTBSY).
 */
export function writeProgram(file: string, script: string): void {
  const write = 'cat > "$1.new" && chmod 755 "$1.new" && mv "$1.new" "$1"'
  execFileSync('/bin/sh', ['-c', write, 'sh', file], { input: script })
}
