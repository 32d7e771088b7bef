import { bareCredentials, type ContentCredentials, CredentialState } from '@clearframe/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CredentialsCard } from './credentials-card.tsx';

const shown = (credentials: ContentCredentials) => renderToStaticMarkup(<CredentialsCard credentials={credentials} />);

describe('CredentialsCard', () => {
  it('TRUST-B7 says each state in words of its own, beside its colour', () => {
    const states = CredentialState.options.map((state) => shown(bareCredentials(state)));
    expect(new Set(states).size).toBe(5);
    expect(states[0]).toContain('That says nothing about how it was made.');
  });

  it('TRUST-B7 says that a model made it as a declaration, never as a finding', () => {
    const html = shown({
      ...bareCredentials('untrusted', ['signingCredential.untrusted']),
      issuer: 'Test Studio',
      generator: 'Test Paint 1.0',
      actions: ['c2pa.created', 'c2pa.color_adjustments', 'c2pa.created'],
      digital_source_types: ['trainedAlgorithmicMedia', 'dataDrivenMedia', 'https://types.example/one'],
      synthetic: 'declared',
    });
    expect(html).toContain('Declared, not detected:');
    expect(html).toContain('<dd dir="auto">Created, Color adjustments</dd>');
    expect(html).toContain('Made by a model, Data driven media, https://types.example/one');
    expect(shown(bareCredentials('valid'))).not.toContain('detected');
  });

  it('TRUST-B7 tells steps with their programs and days, as the words of the signer', () => {
    const html = shown({
      ...bareCredentials('valid'),
      actions: ['c2pa.color_adjustments'],
      steps: [
        { action: 'c2pa.captured', program: 'Lumen X2', at: '2026-11-02T08:00:00.000Z' },
        { action: 'c2pa.color_adjustments', program: null, at: null },
      ],
    });
    expect(html).toMatch(/Captured<\/b><p dir="auto">Lumen X2<\/p><\/div><time [^>]*dateTime="2026-11-02/i);
    expect(html).toContain('Color adjustments</b></div></li>');
    expect(html).toContain('Programs and days are the signer’s words.');
    expect(html).not.toContain('<dt>Steps</dt>');
  });

  it('TRUST-B7 names no signer as one where the signature does not hold', () => {
    const html = shown({ ...bareCredentials('invalid', ['assertion.dataHash.mismatch']), issuer: 'Test Studio' });
    expect(html).toContain('Named signer');
    expect(html).toContain('assertion.dataHash.mismatch');
  });
});
