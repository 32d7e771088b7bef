/** Stands for a checking process whose model cannot be loaded. */
process.once('message', () => process.send({ failed: 'the model is damaged' }));
