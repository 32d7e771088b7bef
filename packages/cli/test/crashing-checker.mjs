/** Stands for a checking process that a hostile file ends or stops: told by the name of the file. */
process.once('message', () => {
  process.on('message', ({ source }) => {
    if (source.path.includes('crash')) process.kill(process.pid, 'SIGSEGV');
    else if (source.path.includes('garbage')) process.send({ analysis: { verdict: 'all fine' } });
    else process.send({ problem: `seen ${source.path}` });
  });
  process.send({ ready: true });
});
