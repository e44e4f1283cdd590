import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, type Json, type JsonObject, RandomStream } from '../core/index.js';
import { countingPolicy, openShop, shopTask } from '../environments/episodes/shop.fixture.js';
import type { Environment } from '../environments/index.js';
import { recordTrajectory } from '../environments/index.js';
import { certifyTrajectory, checkCertificate, scoreOutcome } from '../evaluation/index.js';
import { tamper } from '../evaluation/tamper.fixture.js';
import { type Certificate, certificateRecord } from './certificate.js';
import { parseCertificate } from './parse-certificate.js';
import { parseTrajectory } from './parse-trajectory.js';
import type { Trajectory } from './trajectory.js';
import { createTrajectory, trajectoryId } from './trajectory-id.js';
import { trajectoryRecord } from './trajectory-record.js';

let folder: string;
let environment: Environment;
let record: Trajectory;
let signed: Certificate;
const keys = {
  mine: { privateKeyFile: '', publicKeyFile: '' },
  other: { privateKeyFile: '', publicKeyFile: '' },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-certificate-'));
  for (const name of ['mine', 'other'] as const) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    keys[name] = {
      privateKeyFile: join(folder, `${name}.pem`),
      publicKeyFile: join(folder, `${name}.pub.pem`),
    };
    await writeFile(keys[name].privateKeyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    await writeFile(keys[name].publicKeyFile, publicKey.export({ format: 'pem', type: 'spki' }));
  }
  environment = await openShop();
  const task = shopTask({ value: 2, comparison: 'number' });
  const played = await recordTrajectory({ environment, policy: countingPolicy, task, seed: 0 });
  record = { ...played, outcome: scoreOutcome(played) };
  signed = await certifyTrajectory(record, environment, { privateKeyFile: keys.mine.privateKeyFile });
});
afterAll(() => rm(folder, { recursive: true }));

const publicKeyFile = (): { publicKeyFile: string } => ({ publicKeyFile: keys.mine.publicKeyFile });

describe('a certificate', () => {
  it('is checked offline by the key that signed it', async () => {
    expect(signed).toMatchObject({ recordId: record.id, verdict: 'pass' });
    expect(await checkCertificate(signed, record, publicKeyFile())).toMatchObject({ verdict: 'pass' });
    expect(parseCertificate(JSON.parse(canonicalJson(certificateRecord(signed))) as Json)).toEqual(signed);
  });

  it('without a known signer proves nothing, unless the record is replayed', async () => {
    const unsigned = await certifyTrajectory(record, environment);
    for (const certificate of [unsigned, signed]) {
      const { verdict, checks } = await checkCertificate(certificate, record);
      expect(verdict).toBe('not_checked');
      expect(checks.find(({ name }) => name === 'signature')?.verdict).toBe('not_checked');
    }
    expect((await checkCertificate(unsigned, record, publicKeyFile())).verdict).toBe('fail');
    expect((await checkCertificate(unsigned, record, { environment })).verdict).toBe('pass');
    const other = { publicKeyFile: keys.other.publicKeyFile };
    expect((await checkCertificate(signed, record, other)).reason).toContain('another key');
  });

  it('of a record that was not verified says so, and passes nowhere', async () => {
    const { privateKeyFile } = keys.mine;
    const unchecked = await certifyTrajectory(record, null, { privateKeyFile });
    expect(unchecked.verdict).toBe('not_checked');
    expect((await checkCertificate(unchecked, record, publicKeyFile())).verdict).toBe('fail');
    const forged = { ...unchecked, verdict: 'pass' as const };
    expect((await checkCertificate(forged, record, { environment })).verdict).toBe('fail');
  });

  it('catches every record that is not the one, also those of other honest runs', async () => {
    const stream = new RandomStream(0, 'certificate');
    const original = trajectoryRecord(record);
    let tried = 0;
    for (let index = 0; index < 200; index++) {
      const { record: tampered, what } = tamper(original, stream);
      for (const candidate of [tampered, withFittingId(tampered)]) {
        const trajectory = parsed(candidate);
        if (trajectory === null) continue;
        if (canonicalJson(trajectoryRecord(trajectory)) === canonicalJson(original)) continue;
        tried += 1;
        const { verdict } = await checkCertificate(signed, trajectory, publicKeyFile());
        expect(verdict, what).toBe('fail');
      }
    }
    expect(tried).toBeGreaterThan(100);
    const steps = record.steps.map((step) => (step.type === 'plan' ? { ...step, content: 'Guess.' } : step));
    const thought = { ...createTrajectory({ ...record, steps }), outcome: record.outcome };
    expect((await checkCertificate(signed, thought, publicKeyFile())).verdict).toBe('fail');
  });

  it('catches every certificate that was tampered with', async () => {
    const stream = new RandomStream(1, 'certificate');
    const original = certificateRecord(signed);
    for (let index = 0; index < 200; index++) {
      // The tampering looks for steps; a certificate has none.
      const { record: tampered, what } = tamper({ ...original, steps: [] }, stream);
      const { steps: _, ...rest } = tampered;
      if (canonicalJson(rest) === canonicalJson(original)) continue;
      const certificate = certificateOf(rest);
      if (certificate === null) continue;
      const { verdict } = await checkCertificate(certificate, record, publicKeyFile());
      expect(verdict, what).toBe('fail');
    }
  });

  it('names a key that is none, and a certificate that is none', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const path = join(folder, 'rsa.pem');
    await writeFile(path, rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }));
    for (const privateKeyFile of [path, join(folder, 'absent.pem')]) {
      await expect(certifyTrajectory(record, null, { privateKeyFile })).rejects.toMatchObject({
        code: 'records/key_unusable',
      });
    }
    expect(() => parseCertificate({ ...certificateRecord(signed), verdict: 'fine' })).toThrow(/verdict/);
  });
});

function parsed(candidate: JsonObject): Trajectory | null {
  try {
    return parseTrajectory(candidate);
  } catch {
    return null;
  }
}

function withFittingId(candidate: JsonObject): JsonObject {
  const trajectory = parsed(candidate);
  return trajectory === null ? candidate : { ...candidate, id: trajectoryId(trajectory) };
}

function certificateOf(candidate: JsonObject): Certificate | null {
  try {
    return parseCertificate(candidate);
  } catch {
    return null;
  }
}
