throw new Error('TensorFlow.js is not installed here: nsfwjs is used for its weights only.');
