// explainee/base/tolerances.h: every tolerance that can change an answer, named once (mathematics §5).
#pragma once

#include <limits>

namespace explainee::base {

/// A variable is determined by others when its variance given them is at most this share of its own.
inline constexpr double kDetermined = 1e-11;

/// Two sets tie when their residual variances differ by at most this share of the variance given the person.
inline constexpr double kTie = 1e-12;

/// Sets that tie with a listed one may have a rounding radius this many times as large.
inline constexpr double kTieSpread = 16;

/// A settled prediction may leave this many times kDetermined by rounding.
inline constexpr double kSettledRoom = 100;

/// A single column with a larger R² for the prediction is suspected to be the prediction itself.
inline constexpr double kLooksLikeThePrediction = 0.99;

/// A model that is asked is the one behind the table's predictions when it says the same of the table's rows up to this
/// share of their standard deviation (information §10).
inline constexpr double kReproduces = 1e-6;

/// Variances below this are refused: squares of values below about 1e-145 leave the range of double precision, and
/// every figure with them.
inline constexpr double kSmallestVariance = 1e-290;

/// A sum of squares about the mean of at most this share of the one about the shift is rounding, so that the column is
/// constant: a deviation of a few units in the last place of the values.
inline constexpr double kRoundedConstant = 1e-30;

/// Means of two parts of the rows that differ by at most this share of the larger one are the same.
inline constexpr double kSameMean = 8 * std::numeric_limits<double>::epsilon();

/// A fact also counts as known when rounding may have left its variance given u: this share of the squared reach of
/// u's columns.
inline constexpr double kRoundingOfSums = 16 * std::numeric_limits<double>::epsilon();

/// A column of u takes part in giving a fact away when its share of the fact's deviation exceeds this.
inline constexpr double kNoticeableShare = 1e-6;

/// A stated noise that had to be made smaller by at most this share was not made smaller.
inline constexpr double kNoticeableCut = 1e-9;

/// A row is as far off as another when its residual is at least this share: two ways to compute one residual agree to
/// more digits.
inline constexpr double kAlmost = 1 - 1e-9;

/// Of a person's model: columns that others determine but for this share of their variance are left out, since their
/// weights could be anything.
inline constexpr double kNoWeightOfItsOwn = 1e-9;

/// Of a person's model: directions of her rows whose squares are at most this share of the largest one's are not seen.
inline constexpr double kUnseenDirection = 1e-12;

/// A logistic fit has converged when a further step is expected to gain at most this much, in nats a row.
inline constexpr double kNoGain = 1e-13;

/// A logistic loss that counts as none, in nats a row: the classes are separated, and slopes would grow for ever.
inline constexpr double kSeparated = 1e-10;

/// Keeps the logistic curvature positive where columns say the same; a share of a row's.
inline constexpr double kLogisticRidge = 1e-12;

/// Of the Lasso: 1 ∓ a_j closer to 0 than this is 0, so that column j moves with the set (a duplicate; search §8).
inline constexpr double kMovesAlong = 1e-10;

/// Of the Lasso's path: events closer than this share of the largest mu happen at once.
inline constexpr double kSameKnot = 1e-13;

/// Of the Lasso's path: a tied column whose correlation falls this nearly as fast as mu stays tied.
inline constexpr double kSlopeSlack = 1e-9;

/// Of the Lasso's path: a coefficient that went towards its new slope and kept at most this share of it, stands at 0.
inline constexpr double kStandsAtZero = 1e-12;

/// Of a scan: a set's nats along two ways differ by at most this, and by kKeyGrowth for every e²ⁿᵃᵗˢ of what is
/// explained and every inverse of the least pivot.
inline constexpr double kKeySlack = 1e-11;
inline constexpr double kKeyGrowth = 1e-14;

/// Of a scan: a fact that leaves at most this share of the prediction's variance is assessed in full: its share has no
/// digits left.
inline constexpr double kNearlyNoneLeft = 1e-9;

/// Of a scan: a fact that adds at most so many nats, less than a tie, makes a set no better.
inline constexpr double kAddsNothing = 0.25 * kTie;

/// Columns are twins when each leaves at most this part of kDetermined of the other: rounding does not bridge the rest.
inline constexpr double kTwinSafety = 0.1;

/// Catalogues whose totals differ by at most this share serve people as well.
inline constexpr double kSameTotal = 1e-12;

/// A formula is a weighted sum of its columns when it differs from one by at most this share of the summands' sizes,
/// wherever it is tried.
inline constexpr double kAffine = 1e-9;

/// A number whose variance differs by at least this from that of zeros and ones with its mean is no label.
inline constexpr double kNoLabel = 1e-9;

/// A fact that is shown rounded is half-way between two of its steps, and goes to the one further from 0, when it lacks
/// at most so many steps of it, and this share of all its steps.
inline constexpr double kHalfwaySteps = 1e-9;
inline constexpr double kHalfwayShare = 1e-12;

/// Nats of one set along two ways differ by less.
inline constexpr double kSameNats = 1e-12;

/// Nats that the rounding of moments may have moved by more than this are computed from the rows, in 32 digits.
inline constexpr double kSureNats = 1e-10;

/// Figures that may be off by more nats than this are said to be uncertain.
inline constexpr double kUncertainNats = 1e-9;

/// What she has is taken out in 32 digits when a sum of it of unit variance has summands whose deviations squared add
/// up to more than this: rounding of moments is made so many times larger.
inline constexpr double kSteadyReach = 1e4;

/// One figure of the same rows along two ways differs by a smaller share of itself, and its logarithm by less.
inline constexpr double kSameFigure = 1e-9;

/// One set for several persons is better than another when the logarithm of what it leaves is, on their average,
/// smaller by more than this.
inline constexpr double kBetterOnAverage = 1e-9;

/// A set that tells a person so little less than her best one, as a share of its bits, is right for her.
inline constexpr double kRight = 0.01;

/// Of a person's model: answers that spread by at most this share of the largest are one and the same.
inline constexpr double kSameAnswers = 1e-12;

/// Nats a column that stand for the infinite bias of a set that the rows cannot carry: it is never worth choosing.
inline constexpr double kUnaffordable = 1e6;

/// Of a class less than so many nats is nothing: what she has decides it.
inline constexpr double kNothingOpen = 1e-6;

/// A logistic fit has also converged when shortening a step to less than this share of it brought nothing better.
inline constexpr double kNoStep = std::numeric_limits<double>::epsilon();

/// Of Gaussian intervals: a term this much smaller than the sum of those before it ends the sum.
inline constexpr double kNegligibleTerm = 1e-14;

/// Of Gaussian intervals: an end (as Fisher's z) is found when it is known up to this share.
inline constexpr double kIntervalEnd = 1e-10;

/// Of Gaussian intervals: chances below this, and as near to 1, are taken for this when their log-odds are compared.
inline constexpr double kLeastChance = 1e-16;

/// Of a maximum test: a Wald statistic, summed in single precision, has reached another when it lacks at most
/// this share of it.
inline constexpr double kSameMaximum = 1e-5;

/// Splits of a tree whose gains differ by at most this share are equal, and the first one is taken: two columns often
/// part the few rows of a leaf alike, and rounding must not choose.
inline constexpr double kSameGain = 1e-10;

/// A bin with at most this share of a leaf's curvature holds no row, but what subtraction left.
inline constexpr double kEmptyBin = 1e-11;

/// Of neighbours: numbers that repeat at least this share of their values are tied, and formulas for continuous values
/// give nonsense.
inline constexpr double kTiedShare = 0.01;

/// Of a fit to predict other rows: added to the variance of each column, in units of its own, so that copies do no
/// harm.
inline constexpr double kHarmlessRidge = 1e-9;

}  // namespace explainee::base
