import { describe, expect, it } from 'vitest';
import { convertGraph } from './convert-graph.ts';
import { readGraph } from './graph-definition.ts';

const placeholder = { name: 'input', op: 'Placeholder', attr: { shape: { shape: { dim: [{ size: '-1' }, { size: '8' }] } } } };
const scale = [
  { name: 'two', op: 'Const' },
  { name: 'scaled', op: 'Mul', input: ['two', 'input'] },
];
const weights = new Map([['two', { shape: [], data: Float32Array.of(2) }]]);
const convert = (...node: object[]) => convertGraph(readGraph({ node: [placeholder, ...scale, ...node] }), weights);

describe('convertGraph', () => {
  it('refuses an operation that it does not know rather than leaving it out', () => {
    expect(() => convert({ name: 'Identity', op: 'Tanh', input: ['scaled'] })).toThrow('Tanh is not known');
  });

  it('refuses a graph that does not scale its input, because bytes would go in as they are', () => {
    expect(() => convert({ name: 'Identity', op: 'Identity', input: ['input'] })).toThrow('does not scale');
  });

  it('refuses a second product, which the folded division would not fit', () => {
    const twice = { name: 'twice', op: 'Mul', input: ['two', 'scaled'] };
    expect(() => convert(twice, { name: 'Identity', op: 'Identity', input: ['twice'] })).toThrow('not the scaling');
  });

  it('refuses a graph with a missing operation or weight', () => {
    expect(() => convert({ name: 'Identity', op: 'Identity', input: ['nothing'] })).toThrow('no operation nothing');
    expect(() => convert({ name: 'c', op: 'Const' }, { name: 'Identity', op: 'AddV2', input: ['scaled', 'c'] })).toThrow(
      'no weight c',
    );
  });
});
